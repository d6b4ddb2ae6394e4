/** The oldest Node that the package is for, 22.19: that of undici, the newest of its dependencies. */
export const leastNode = [22, 19] as const;
