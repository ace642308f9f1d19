import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { readFamily, type FamilyRow } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { isEditing } from '../edit-search.ts'
import { FamilyView } from './family-view.tsx'

// Most who come here only read.
const FamilyForm = lazy(async () => ({ default: (await import('./family-form.tsx')).FamilyForm }))

function EditFamily({ family }: { family: FamilyRow }) {
  const t = useTexts()
  const navigate = useNavigate()
  const params = { id: family.id }
  return (
    <>
      <PageHeader
        title={t('people.form.editTitle', { name: family.name })}
        back={{ to: paths.families, label: t('people.families.title') }}
      />
      <Suspense fallback={<Loading rows={4} />}>
        <FamilyForm
          family={family}
          cancel={
            <ButtonLink to={paths.family} params={params}>
              {t('people.acts.cancel')}
            </ButtonLink>
          }
          onSaved={({ name }) => {
            toast.ok(t('people.form.saved', { name }))
            void navigate({ to: paths.family, params, replace: true, ignoreBlocker: true })
          }}
        />
      </Suspense>
    </>
  )
}

/** What is changed is what stands there now, not what was read some time ago; it is not read again under the hands. */
const freshOnce = { refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false } as const

type LoadedProps = { id: string; isEdited: boolean }

function Loaded({ id, isEdited }: LoadedProps) {
  const t = useTexts()
  const [openedAt] = useState(Date.now)
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read(readFamily, { params: { id } }),
    ...(isEdited && freshOnce),
  })
  if (data && !isEdited) return <FamilyView family={data} />
  if (data && dataUpdatedAt >= openedAt) return <EditFamily family={data} />
  return (
    <>
      <PageHeader title={t('people.family.title')} back={{ to: paths.families, label: t('people.families.title') }} />
      {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
    </>
  )
}

/** One family, to read or to change. */
export function FamilyPage() {
  const { id } = useParams({ from: '/tenant/families/$id' })
  const wantsEdit = useSearch({ from: '/tenant/families/$id', select: isEditing })
  const isEdited = useCan('people.write') && wantsEdit
  return <Loaded key={`${id} ${isEdited}`} id={id} isEdited={isEdited} />
}
