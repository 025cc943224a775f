import { runServer } from './run-server.ts';

// What `npm start` and `npm run dev` run; the command line of the package is src/cli/main.ts.
await runServer(process.argv.slice(2), 'npm start --');
