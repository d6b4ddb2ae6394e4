/** The oldest Node that the package is for, 22.19: that of undici, the newest of its dependencies. */
export const leastNode = [22, 19] as const;

/** Why the package does not run on a Node; `null` if it does. @param version such as `22.19.0` */
export function nodeProblem(version: string): string | null {
  const [leastMajor, leastMinor] = leastNode;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isNewEnough ? null : `needs Node ${leastNode.join('.')} or newer; this is ${version}`;
}
