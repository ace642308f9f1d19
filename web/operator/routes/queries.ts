import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { CallArgs } from '#contract/endpoint.ts'
import { listHolidays, saveHolidays } from '#contract/operator/holidays.ts'
import { addHours, editHours, listHours, removeHours, type hoursPlace } from '#contract/operator/hours.ts'
import { editRoute, listRoutes } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'

export const useRoutes = () => useQuery(read(listRoutes))

export const useHours = () => useQuery(read(listHours))

type RouteInput = CallArgs<typeof editRoute>['body']

export const useEditRoute = (id: string) =>
  useConsoleCall((route: RouteInput) => recently(() => call(editRoute, { params: { id }, body: route })), listRoutes)

export type HoursPlace = z.infer<typeof hoursPlace>
export type HoursInput = CallArgs<typeof editHours>['body'] & { place: HoursPlace }

/** Changes the hours of an id, or adds some; null: new ones. */
export const useSaveHours = (id: string | null) =>
  useConsoleCall(
    ({ place, ...hours }: HoursInput) =>
      recently(() =>
        id === null
          ? call(addHours, { body: { ...hours, ...place } })
          : call(editHours, { params: { id }, body: hours }),
      ),
    listHours,
  )

export const useRemoveHours = (id: string) =>
  useConsoleCall((reason: string) => recently(() => call(removeHours, { params: { id }, body: { reason } })), listHours)

export const useHolidays = () => useQuery(read(listHolidays))

type HolidaysInput = CallArgs<typeof saveHolidays>['body'] & CallArgs<typeof saveHolidays>['params']

/** The days of a country in a year, as they are to be. */
export const useSaveHolidays = () =>
  useConsoleCall(
    ({ country, year, ...body }: HolidaysInput) =>
      recently(() => call(saveHolidays, { params: { country, year }, body })),
    listHolidays,
  )
