import { describe, expect, it } from 'vitest';
import { isGamePort, isPicturePort } from './ports.ts';

const both = (port: number) => ({ picture: isPicturePort(port), game: isGamePort(port) });

describe('ports', () => {
  it.each([80, 443, 8000, 8080, 8081, 8443, 8888])('%i: pictures only', (port) => {
    expect(both(port)).toEqual({ picture: true, game: false });
  });

  it.each([1024, 3000, 5000, 8082, 19132, 19133, 25565, 25566, 30000, 65535])(
    '%i: both',
    (port) => {
      expect(both(port)).toEqual({ picture: true, game: true });
    },
  );

  const refused =
    '0 -1 65536 1.5 NaN 21 22 23 25 53 81 110 389 445 465 587 873 993 1023 1433 1521 2049 2222 2375 3306 3389 4369 ' +
    '5432 5672 5900 5984 6000 6379 6443 6667 9000 9090 9092 9200 10080 11211 15672 27017 50000 61616';
  it.each(refused.split(' '))('%s: neither', (port) => {
    expect(both(Number(port))).toEqual({ picture: false, game: false });
  });

  it('below 1024 are only 80 and 443 for pictures, and none for games', () => {
    const system = Array.from({ length: 1024 }, (_, port) => port);
    expect(system.filter(isPicturePort)).toEqual([80, 443]);
    expect(system.filter(isGamePort)).toEqual([]);
  });
});
