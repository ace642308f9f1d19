import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listDuplicates } from '#contract/people/acts.ts'
import { useTexts } from '../lib/languages/index.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/queries.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { IconUpload, IconUserPlus } from '../ui/icons.ts'

/** The ways in which people come into the list. */
export function ListActions() {
  const t = useTexts()
  return (
    <>
      <ButtonLink to={paths.imports} icon={IconUpload}>
        {t('people.list.import')}
      </ButtonLink>
      <ButtonLink to={paths.addPerson} kind="primary" icon={IconUserPlus}>
        {t('people.list.add')}
      </ButtonLink>
    </>
  )
}

/** One is enough to know that there are some; who they are is seen on their page. */
const ASKED = { limit: 1 }
const STAYS_TRUE_MS = 300_000

/** Leads to the people who may be there twice; nothing where there are none. */
export function MayBeTwice() {
  const t = useTexts()
  const { data } = useQuery({ ...read(listDuplicates, { query: ASKED }), staleTime: STAYS_TRUE_MS })
  if (!data || data.items.length === 0) return null
  return (
    <>
      {' · '}
      <Link to={paths.duplicates}>{t('people.list.mayBeTwice')}</Link>
    </>
  )
}
