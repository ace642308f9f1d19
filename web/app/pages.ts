import { useRouter } from '@tanstack/react-router'

/** Tells whether an address has a page, so that nothing links to what is not there. */
export function useHasPage(): (path: string) => boolean {
  const router = useRouter()
  return (path) => Object.hasOwn(router.routesByPath, path)
}
