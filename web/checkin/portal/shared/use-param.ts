import { useParams } from '@tanstack/react-router'

/** A part of the address, such as `eventId`; '' where the address has none of this name. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
