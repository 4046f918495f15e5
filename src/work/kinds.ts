/**
 * The kind of what follows a payment and keeps nobody waiting: settlements, results of messages, the log of calls. They travel together (decision 25): a transaction costs
 * nearly the same for all of them as for one, and where many organizations call there are few rows of each (docs/performance.md). They lock no row of each other's.
 */
export const afterwards = 'afterwards';
