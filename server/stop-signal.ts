/** Longer than the longest request or job that a stop waits for. */
const PATIENCE_MS = 25_000

/** Stops once on Ctrl-C or SIGTERM; a second signal, or a stop that hangs, ends the process at once. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const handle = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
}
