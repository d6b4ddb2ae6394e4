import { Type } from 'typebox';

/** The path parameters of a server. */
export const serverPath = Type.Object({
  // Checked by the route: an unknown edition is a 404.
  edition: Type.String({
    maxLength: 32,
    description: 'The edition of the game that the server is of, in lower case.',
  }),
  host: Type.String({
    minLength: 1,
    // A name of 253 characters and a port, in any spelling.
    maxLength: 512,
    description:
      'A host name, an IPv4 address or an IPv6 address in brackets, each with an optional `:port`.',
  }),
});
