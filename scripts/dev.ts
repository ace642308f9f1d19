import { spawn } from 'node:child_process'

// The server, restarted when a file of its own changes, and Vite, which serves the page and passes calls on to it.
const children = [['--watch', 'server/run-server.ts'], ['node_modules/vite/bin/vite.js']].map((args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }),
)

// Ctrl-C reaches them by itself; they end in their own time, and we after them.
process.on('SIGINT', () => {})
for (const child of children) child.once('exit', () => children.forEach((other) => other.kill('SIGTERM')))
