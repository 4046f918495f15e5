/** What the shell is told. */
export const exitCodes = { done: 0, refused: 1, usage: 2, noConnection: 3 } as const;
