import { Type } from 'typebox';

/** A server as paths name it. */
export const serverPath = Type.Object({
  // Whether it is one is checked by the route: an edition that does not exist is a 404.
  edition: Type.String({
    maxLength: 32,
    description: 'The edition of the game that the server is of.',
  }),
  host: Type.String({
    minLength: 1,
    // A name of 253 letters and a port; other spellings of the same name are no longer than this.
    maxLength: 512,
    description:
      'A host name, an IPv4 address or an IPv6 address in brackets, each with an optional `:port`.',
  }),
});
