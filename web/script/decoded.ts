/** An escaped part of an address; as it is where it was not escaped as it should be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
