// What npm start and the tests serve: client and server, built beside each other in one process. A release is made by `npm run build`.
import { build } from 'vite';

// The highest level of Brotli takes 6.5 s for 7 % less; vite.config.ts reads this.
process.env.MAPLEDGER_BROTLI_LEVEL ??= '6';
await Promise.all([build({ logLevel: 'warn' }), build({ logLevel: 'warn', build: { ssr: true } })]);
