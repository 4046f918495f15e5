/** Process entry: configuration → database → program; prints how to begin, and drains on SIGINT and SIGTERM. */
import { enableCompileCache } from 'node:module';

// Before the first import of the program: a second start then reads compiled code (0.4 s instead of 1.1 s).
enableCompileCache();
const { serve } = await import('./cli/serve.ts');
await serve(process.env);
