import { useNavigate } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'

/** 200 ids are 7 kB; addresses beyond 8 kB are refused on the way by some proxies. */
const IN_ADDRESS = 200

/** Opens the compose page with these persons chosen. */
export function useSendSmsTo() {
  const navigate = useNavigate()
  return (ids: string[]) =>
    void (ids.length <= IN_ADDRESS
      ? navigate({ to: paths.composeSms, search: { persons: ids.join(',') } })
      : navigate({ to: paths.composeSms, state: { persons: ids } }))
}
