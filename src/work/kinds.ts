/**
 * The kind of what follows a payment and keeps nobody waiting: settlements, results of messages, the log of calls. They travel together (decision 25): a transaction costs the
 * same for all of them as for one, and under little load each of them had its own for a handful of rows (docs/performance.md). They lock no row of each other's.
 */
export const afterwards = 'afterwards';
