/** A process whose engine cannot start, as on a platform that lacks a native package. */
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'unable', detail: 'Cannot find package' });
