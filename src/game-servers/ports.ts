export { isGamePort as isAskedPort } from '../net/ports.ts';
