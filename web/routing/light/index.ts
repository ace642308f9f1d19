/**
 * Stands in for `@tanstack/react-router` on the families' portal (vite.config.ts), which has few screens and may weigh
 * 120 kB: the same words for the little of it that the portal and the shared controls use, in 2 kB instead of 22.
 */
export { useCanGoBack, useLocation, useNavigate, useParams, useRouter, useSearch } from './hooks.ts'
export { createLink, Link } from './link.tsx'
