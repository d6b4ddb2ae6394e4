/**
 * The usual names of pictures at the root, `/Notch.png`: of a player, a UUID, a texture, or a sample. What is
 * called otherwise is a skin of the operator, a Bedrock player with blanks or a number, a file of ours, or nothing.
 */
export const rootName = /^(?:\.?\w{1,25}|[\da-f-]{32,64}|sample-[\w-]{1,32})$/i;
