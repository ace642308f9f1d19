import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readPerson } from '#contract/people/persons.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { isEditing } from '../edit-search.ts'
import { PersonView } from './person-view.tsx'

/** Most who open a person read: the form comes when it is wanted. */
const EditPerson = lazy(async () => ({ default: (await import('./edit-person.tsx')).EditPerson }))

/** Everything about one person, to read or to change. */
export function PersonPage() {
  const t = useTexts()
  const { id } = useParams({ from: '/tenant/people/$id' })
  const isEdited = useSearch({ from: '/tenant/people/$id', select: isEditing })
  const canWrite = useCan('people.write')
  const { data, error, refetch } = useQuery(read(readPerson, { params: { id } }))
  if (data)
    return isEdited && canWrite && !data.archivedAt ? (
      <Suspense fallback={<Loading rows={5} />}>
        <EditPerson key={id} person={data} />
      </Suspense>
    ) : (
      <PersonView key={id} person={data} />
    )
  return (
    <>
      <PageHeader title={t('people.person.title')} back={{ to: paths.people, label: t('people.list.title') }} />
      {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}
    </>
  )
}
