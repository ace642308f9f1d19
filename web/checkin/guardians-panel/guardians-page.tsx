import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconUserPlus } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../shared/hold-way.tsx'
import { GuardianLine } from './guardian-line.tsx'
import classes from './guardians.module.css'
import { PersonDialog } from './person-dialog.tsx'
import { useFamilyGrants, type FamilyGrants } from './queries.ts'
import { TermsDialog, type Named } from './terms-dialog.tsx'

/** The one of whom something is being said; `adding`: somebody still to be found. */
type Open = { kind: 'adding' } | { kind: 'saying'; person: Named } | null

const named = ({ personId, firstName, lastName, terms, pictureUrl }: Guardian): Named => ({
  personId,
  name: [firstName, lastName].filter(Boolean).join(' '),
  terms,
  hasPicture: pictureUrl !== null,
})

function List({
  grants,
  familyId,
  open,
  onOpen,
}: {
  grants: FamilyGrants
  familyId: string
  open: Open
  onOpen: (open: Open) => void
}) {
  const t = useTexts()
  const { guardians, children } = grants
  const close = () => onOpen(null)
  const pick = (personId: string, name: string) => {
    const known = guardians.find((one) => one.personId === personId)
    onOpen({ kind: 'saying', person: known ? named(known) : { personId, name, terms: null, hasPicture: null } })
  }
  return (
    <>
      <Card padded={false} label={t('checkin.grant.title')}>
        {guardians.length === 0 ? (
          <Empty title={t('checkin.grant.noneTitle')}>{t('checkin.grant.noneText')}</Empty>
        ) : (
          <ul className={classes['list']}>
            {guardians.map((guardian) => (
              <GuardianLine
                key={guardian.personId}
                guardian={guardian}
                childrenOfFamily={children}
                onChange={() => onOpen({ kind: 'saying', person: named(guardian) })}
              />
            ))}
          </ul>
        )}
      </Card>
      {open?.kind === 'adding' && <PersonDialog onPick={pick} onClose={close} />}
      {open?.kind === 'saying' && (
        <TermsDialog familyId={familyId} person={open.person} childrenOfFamily={children} onClose={close} />
      )}
    </>
  )
}

/** Who may, or may not, collect the children of a family, and what the church says of it. */
export function GuardiansPage() {
  const t = useTexts()
  const { id } = useParams({ from: '/tenant/families/$id/guardians' })
  const { data, error, refetch } = useFamilyGrants(id)
  const [open, setOpen] = useState<Open>(null)
  const back = { to: paths.family.replace('$id', id), label: data?.familyName ?? t('checkin.grant.family') }
  const add = data && (
    <Button kind="primary" icon={IconUserPlus} onClick={() => setOpen({ kind: 'adding' })}>
      {t('checkin.grant.add')}
    </Button>
  )
  return (
    <>
      <HoldWay />
      <PageHeader title={t('checkin.grant.title')} back={back} actions={add}>
        {t('checkin.grant.line')}
      </PageHeader>
      {data ? (
        <List grants={data} familyId={id} open={open} onOpen={setOpen} />
      ) : (
        <Card padded={false}>
          {error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />}
        </Card>
      )}
    </>
  )
}
