/** A process for the pool that reads nothing: it does what a job says, so that the pool's own behaviour can be seen. */
type ToyJob = { act: 'echo'; value: string } | { act: 'wait'; ms: number } | { act: 'hang' } | { act: 'crash' } | { act: 'break' } | { act: 'rights' } | { act: 'size'; bytes: number };

process.on('disconnect', () => process.exit(0));
process.on('message', (job: ToyJob) => void run(job));
process.send?.({ kind: 'ready' });

async function run(job: ToyJob): Promise<void> {
  switch (job.act) {
    case 'hang':
      for (;;) { /* as native code that never returns */ }
    case 'crash':
      return process.kill(process.pid, 'SIGSEGV') ? undefined : undefined;
    case 'break':
      return tell({ kind: 'broken', detail: 'RangeError', residentBytes: 0 });
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, job.ms));
      return answer('waited');
    case 'rights': {
      const may = (right: string): boolean => process.permission.has(right);
      return answer(JSON.stringify({ environment: Object.keys(process.env), net: may('net'), write: may('fs.write'), child: may('child'), ownFiles: process.permission.has('fs.read', import.meta.filename), root: process.permission.has('fs.read', '/etc/hostname') }));
    }
    case 'size':
      return tell({ kind: 'answer', reply: 'grown', residentBytes: job.bytes });
    case 'echo':
      return answer(job.value);
  }
}

const answer = (reply: string): void => tell({ kind: 'answer', reply, residentBytes: 1 });
const tell = (message: object): void => void process.send?.(message);
