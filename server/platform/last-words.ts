import { BackupRefusal } from './backup/file.ts'
import { ConfigurationError } from './config/index.ts'
import { isAway } from './database/away.ts'
import { DatabaseRefusal } from './database/refusal.ts'
import { EmbeddedError } from './embedded/cluster.ts'
import { createLog } from './runtime/log.ts'

/** Says on the console why Narthex could not start: a sentence where whoever starts it can put it right. */
export function sayWhyNot(error: unknown, lead = 'Narthex cannot start. '): void {
  const reason = explain(error)
  console.error(reason === null ? error : `${lead}${reason}`)
}

/** Errors whose message is a sentence for whoever typed the command. */
const SENTENCES = [ConfigurationError, EmbeddedError, DatabaseRefusal, BackupRefusal]

function explain(error: unknown): string | null {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop the program that uses it, or set PORT (and SANDBOX_PORT) to another port.`
  if (code === 'EACCES' && port) return `Port ${port} cannot be opened by this user: set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'HOST is not an address of this computer: set it to 127.0.0.1, or to 0.0.0.0 for all networks.'
  if (isAway(error)) return `The database was lost meanwhile (${code ?? 'no answer'}).`
  return null
}

/** A fault that nobody caught ends the process; its log line leaves out the values that errors of the database quote. */
export function logCrash(): void {
  process.on('uncaughtException', (error) => {
    createLog('fatal').fatal({ err: error }, 'ended by a fault')
    process.exit(1)
  })
}
