/** Longer than a stop takes that waits for its requests, jobs and connections, each as long as it may. */
const PATIENCE_MS = 19_000
/** Ctrl-C on `npm start` arrives twice, from the terminal and from npm; only a person's second press means hurry. */
const ECHO_MS = 1_000

export const isSecondPress = (firstAt: number, at: number): boolean => at - firstAt > ECHO_MS

/**
 * Stops once on Ctrl-C, SIGTERM or a closed terminal. Pressing again ends the process at once, as does a stop that
 * hangs; `letGo` is called then and must not wait.
 */
export function onStopSignal(stop: () => Promise<void>, letGo: () => void = () => {}): void {
  let stoppingSince: number | null = null
  const end = (code: number): void => {
    letGo()
    process.exit(code)
  }
  const handle = (): void => {
    if (stoppingSince !== null) {
      if (isSecondPress(stoppingSince, Date.now())) end(130)
      return
    }
    stoppingSince = Date.now()
    setTimeout(() => end(1), PATIENCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        end(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle)
}
