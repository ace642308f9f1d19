import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listFamilies } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { usePersonSearch } from '../../lists/person-search.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { IconHomeHeart } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { useHasPage } from './places.ts'
import { useSettled } from '../../device/clock.ts'
import { FindBox, statusOf, type Found, type FoundGroup, usePlaceGroup } from './find-box.tsx'
import type { FindProps } from './use-find.tsx'

const PAUSE_MS = 300
const PEOPLE_AT_MOST = 8
const FAMILIES_AT_MOST = 4

type Person = { id: string; name: string; phone: string | null; email: string | null }

function personFound({ id, name, phone, email }: Person): Found {
  const [firstName = '', ...others] = name.split(' ')
  return {
    id,
    mark: <Face firstName={firstName} lastName={others.at(-1) ?? ''} />,
    name,
    ...(phone ? { aside: <Phone value={groupPhone(phone)} /> } : email && { aside: email }),
    to: paths.person,
    params: { id },
  }
}

/** Families by name or by the words of their people, asked after the same pause as people. */
function useFamilySearch(typed: string, isAsked: boolean) {
  const wanted = typed.trim()
  const search = useSettled(wanted, PAUSE_MS)
  const query = useQuery({
    ...read(listFamilies, { query: { search, limit: FAMILIES_AT_MOST } }),
    enabled: isAsked && search === wanted,
    placeholderData: keepPreviousData,
  })
  return {
    families: isAsked ? (query.data?.items ?? []) : [],
    isSettled: !isAsked || (search === wanted && !query.isFetching && !query.isPlaceholderData),
    hasFailed: query.isError,
  }
}

/** Quick search behind a church's door: its places, and the people and families of whoever may read them. */
export function Find({ sections, onClose }: FindProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const hasPage = useHasPage()
  const isAsked = useCan('people.read') && hasPage(paths.person)
  const people = usePersonSearch(isAsked ? typed : '')
  const { families, ...asked } = useFamilySearch(typed, people.isLongEnough && hasPage(paths.family))
  const isSettled = !people.isLongEnough || (people.isSettled && asked.isSettled)
  const groups: FoundGroup[] = [
    usePlaceGroup(sections, typed),
    { id: 'people', title: t('ui.find.people'), found: people.found.slice(0, PEOPLE_AT_MOST).map(personFound) },
    {
      id: 'families',
      title: t('ui.find.families'),
      found: families.map(({ id, name, members }) => ({
        id,
        mark: <IconHomeHeart size={20} stroke={1.75} aria-hidden="true" />,
        name,
        aside: members.map(({ firstName }) => firstName).join(', '),
        to: paths.family,
        params: { id },
      })),
    },
  ]
  const standing = {
    typed,
    count: groups.reduce((sum, { found }) => sum + found.length, 0),
    isAsked,
    isLongEnough: people.isLongEnough,
    isSettled,
    hasFailed: people.failure !== null || asked.hasFailed,
  }
  return (
    <FindBox
      typed={typed}
      onType={setTyped}
      placeholder={t(isAsked ? 'ui.find.inChurch' : 'ui.find.inPlaces')}
      groups={groups}
      isSettled={isSettled}
      status={statusOf(standing, t)}
      onClose={onClose}
    />
  )
}
