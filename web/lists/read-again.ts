import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads again what has changed. What is being read at this moment may be older than the change: it comes to its end, for
 * a list that moves all the time would never be shown, and is read once more.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const mayBeOlder = client.isFetching({ queryKey }) > 0
  const read = (): Promise<void> => client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  await read()
  if (mayBeOlder) await read()
}
