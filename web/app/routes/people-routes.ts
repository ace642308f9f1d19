import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { editSearch } from '../../people/edit-search.ts'
import { paths } from '../../routing/paths.ts'
import { gatedDoor, needs, tenantDoor } from './doors.ts'

const people = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people',
  beforeLoad: needs('people.read', 'people'),
  component: lazyRouteComponent(() => import('../../people/list/people-page.tsx'), 'PeoplePage'),
})

const imports = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people/import',
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/import/imports-page.tsx'), 'ImportsPage'),
})

const oneImport = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people/import/$id',
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/import/import-page.tsx'), 'ImportPage'),
})

const addPerson = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people/new',
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/person/add-person-page.tsx'), 'AddPersonPage'),
})

const duplicates = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people/duplicates',
  beforeLoad: needs('people.read', 'people'),
  component: lazyRouteComponent(() => import('../../people/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
})

const person = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/people/$id',
  beforeLoad: needs('people.read', 'people'),
  validateSearch: editSearch,
  component: lazyRouteComponent(() => import('../../people/person/person-page.tsx'), 'PersonPage'),
})

const families = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/families',
  beforeLoad: needs('people.read', 'people'),
  component: lazyRouteComponent(() => import('../../people/families/families-page.tsx'), 'FamiliesPage'),
})

const addFamily = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/families/new',
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/families/add-family-page.tsx'), 'AddFamilyPage'),
})

const family = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/families/$id',
  beforeLoad: needs('people.read', 'people'),
  validateSearch: editSearch,
  component: lazyRouteComponent(() => import('../../people/families/family-page.tsx'), 'FamilyPage'),
})

const groups = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/groups',
  beforeLoad: needs('people.read', 'people'),
  component: lazyRouteComponent(() => import('../../people/groups/groups-page.tsx'), 'GroupsPage'),
})

const makeRoom = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.peopleWhileGated,
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/room/make-room-page.tsx'), 'MakeRoomPage'),
})

const takeBack = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.undoWhileGated,
  beforeLoad: needs('people.write', 'people'),
  component: lazyRouteComponent(() => import('../../people/room/take-back-page.tsx'), 'TakeBackPage'),
})

/** Making room while the gate is shut. */
export const peopleWhileGated = [makeRoom, takeBack] as const

export const peopleRoutes = [
  people,
  imports,
  oneImport,
  addPerson,
  duplicates,
  person,
  families,
  addFamily,
  family,
  groups,
] as const
