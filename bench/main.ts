/** `npm run bench`: transfers a second, or with `lists` first: the time of every list, small and large. */
await import(process.argv[2] === 'lists' ? './lists/run.ts' : './run.ts');
