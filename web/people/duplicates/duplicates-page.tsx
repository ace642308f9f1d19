import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listDuplicates } from '#contract/people/changes.ts'
import type { Result } from '#contract/endpoint.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowMerge } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { MergeDialog } from '../changes/merge-dialog.tsx'
import classes from './duplicates.module.css'
import { nameOf } from '../words.ts'

type Duplicates = Result<typeof listDuplicates>['items'][number]

const reasons: Record<Duplicates['why'], TextId> = {
  phone: 'people.twice.phone',
  email: 'people.twice.email',
  name: 'people.twice.name',
}

function Duplicate({ person }: { person: Duplicates['people'][number] }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <li>
      <Face firstName={person.firstName} lastName={person.lastName} />
      <div className="grow">
        <Link to={paths.person} params={{ id: person.id }} className={classes['name']}>
          {nameOf(person)}
        </Link>
        <div className={classes['facts']}>
          <span>{person.phone ? <Phone value={groupPhone(person.phone)} /> : t('people.list.noPhone')}</span>
          <span>{person.email ?? t('people.list.noEmail')}</span>
          <span className="num">{t('people.merge.joined', { day: format.day(person.joinedOn) })}</span>
        </div>
      </div>
    </li>
  )
}

function Pair({ duplicates, onMerge }: { duplicates: Duplicates; onMerge: (() => void) | undefined }) {
  const t = useTexts()
  return (
    <section className={classes['pair']} aria-label={duplicates.people.map(nameOf).join(', ')}>
      <div className={classes['head']}>
        <Badge tone="info">{t(reasons[duplicates.why])}</Badge>
        {onMerge && (
          <Button size="sm" icon={IconArrowMerge} onClick={onMerge}>
            {t('people.merge.act')}
          </Button>
        )}
      </div>
      <ul>
        {duplicates.people.map((person) => (
          <Duplicate key={person.id} person={person} />
        ))}
      </ul>
    </section>
  )
}

const SHOWN = { limit: 50 }
const idsIn = ({ people }: Duplicates) => people.map(({ id }) => id)

/** People who may be there twice, the surest first. */
export function DuplicatesPage() {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const query = useQuery(read(listDuplicates, { query: SHOWN }))
  const [merged, merge] = useState<readonly string[] | null>(null)
  const found = query.data?.items ?? []
  return (
    <>
      <PageHeader title={t('people.twice.title')} back={{ to: paths.people, label: t('people.list.title') }}>
        {t('people.twice.text')}
      </PageHeader>
      <Card padded={false} label={t('people.twice.title')}>
        {query.isPending && <Loading />}
        {query.isError && !query.data && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
        {query.data && found.length === 0 && (
          <Empty title={t('people.twice.emptyTitle')}>{t('people.twice.emptyText')}</Empty>
        )}
        {found.map((duplicates) => (
          <Pair
            key={idsIn(duplicates).join()}
            duplicates={duplicates}
            onMerge={canWrite ? () => merge(idsIn(duplicates)) : undefined}
          />
        ))}
        {query.data?.more && <p className={classes['more']}>{t('people.twice.more', { count: found.length })}</p>}
      </Card>
      {merged && <MergeDialog ids={merged} onClose={() => merge(null)} onDone={() => undefined} />}
    </>
  )
}
