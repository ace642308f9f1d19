/** Calls when the browser says that a device was plugged in or out, until the returned function is called. */
export function watchDevices(source: EventTarget | undefined, onChange: () => void): () => void {
  source?.addEventListener('connect', onChange)
  source?.addEventListener('disconnect', onChange)
  return () => {
    source?.removeEventListener('connect', onChange)
    source?.removeEventListener('disconnect', onChange)
  }
}
