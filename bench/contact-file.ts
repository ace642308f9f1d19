import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseContactFile } from '#server/messaging/contacts/parse-contact-file.ts'

/** 100,000 contacts from a file: promised within 10 s, with at most 150 MB more and a server that stays awake. */
const ROWS = 100_000
const MB = 1024 * 1024

const directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-contacts-'))
const file = path.join(directory, 'contacts.csv')
const rows = Array.from({ length: ROWS }, (_, index) => `Adébáyọ̀ ${index},0803${1_000_000 + index}`)
await writeFile(file, ['Name,Phone', ...rows].join('\n'))

const before = process.memoryUsage().rss
const delays = monitorEventLoopDelay({ resolution: 5 })
const start = performance.now()
delays.enable()
const parsed = await parseContactFile({ path: file, name: 'contacts.csv' }, 'NG')
delays.disable()
await rm(directory, { recursive: true })

const seconds = (performance.now() - start) / 1000
const memory = (process.memoryUsage().rss - before) / MB
console.log(`contact file of ${parsed.contacts.length} rows: ${seconds.toFixed(1)} s (promised 10)`)
console.log(
  `  event loop held up for ${(delays.percentile(99) / 1e6).toFixed(0)} ms (p99), ${(delays.max / 1e6).toFixed(0)} ms at most`,
)
console.log(`  memory +${memory.toFixed(0)} MB (promised 150)`)
