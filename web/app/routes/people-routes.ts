import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { peopleFilterOf } from '../../people/people-filter.ts'
import { needs, tenantDoor } from './doors.ts'

const people = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people',
  beforeLoad: needs('people.read'),
  validateSearch: peopleFilterOf,
  component: lazyRouteComponent(() => import('../../people/people-page.tsx'), 'PeoplePage'),
})

export const peopleRoutes = [people] as const
