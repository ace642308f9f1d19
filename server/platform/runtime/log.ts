import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * Structured logs, one JSON object a line. Nothing personal goes in: requests are logged by their route, not by their
 * address, and errors by their code and place, because messages of the database quote values.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino({ level, base: null, serializers: { err: withoutValues } }, destination)
}

function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, name } = error as Error & { code?: string }
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
  return { name, code, at: frames?.map((line) => line.trim()) }
}
