import { useMutation, useQuery } from '@tanstack/react-query'
import type { CallArgs } from '#contract/endpoint.ts'
import { editRoute, listRoutes } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently, useRefresh } from '../form/password-again.tsx'

export const useRoutes = () => useQuery(read(listRoutes))

export type RouteInput = CallArgs<typeof editRoute>['body']

export function useEditRoute(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (route: RouteInput) => recently(() => call(editRoute, { params: { id }, body: route })),
    onSuccess: () => refresh(listRoutes),
  })
}
