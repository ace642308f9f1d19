/** Longer than the longest request or job that a stop waits for. */
const PATIENCE_MS = 25_000
/** Ctrl-C on `npm start` arrives twice, from the terminal and from npm; only a person's second press means hurry. */
const ECHO_MS = 1_000

/** Stops once on Ctrl-C, SIGTERM or a closed terminal; pressing again ends the process at once, as does a stop that hangs. */
export function onStopSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const handle = (): void => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince > ECHO_MS) process.exit(130)
      return
    }
    stoppingSince = Date.now()
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle)
}
