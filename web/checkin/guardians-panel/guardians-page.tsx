import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconUserPlus, IconSearch } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../under-way.tsx'
import classes from './guardians.module.css'
import { useFamilyGrants, type FamilyGrants, type Child } from './queries.ts'
import { TermsDialog, type Named } from './terms-dialog.tsx'
import { groupPhone } from '../../languages/phone.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { permissions, useTermsWords } from './terms-words.ts'
import { usePersonSearch } from '../../lists/person-search.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Picker } from '../../ui/picker/picker.tsx'

type PersonDialogProps = { onPick: (personId: string, name: string) => void; onClose: () => void }

/** Finds the person of whom something is to be said: anybody whom the church knows. */
function PersonDialog({ onPick, onClose }: PersonDialogProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, isSettled, failure } = usePersonSearch(typed)
  const status = () => {
    if (!isLongEnough) return t('checkin.grant.searchHint')
    if (failure) return t('ui.failed.networkText')
    if (!isSettled) return found.length === 0 ? t('ui.state.loading') : null
    return found.length === 0 ? t('checkin.grant.nobodyFound') : null
  }
  return (
    <Dialog open onClose={onClose} title={t('checkin.grant.add')}>
      <Picker
        label={t('checkin.grant.who')}
        hint={t('checkin.grant.whoHint')}
        placeholder={t('checkin.grant.searchPerson')}
        icon={IconSearch}
        staysOpen
        text={typed}
        onType={setTyped}
        options={found.map(({ id, name, phone }) => ({
          id,
          name,
          aside: phone ? <Phone value={groupPhone(phone)} /> : t('checkin.call.withoutPhone'),
        }))}
        onPick={({ id, name }) => onPick(id, name)}
        status={status()}
      />
    </Dialog>
  )
}

type GuardianLineProps = { guardian: Guardian; childrenOfFamily: readonly Child[]; onChange: () => void }

/** Somebody who may or may not collect, with what was said of them. */
function GuardianLine({ guardian, childrenOfFamily, onChange }: GuardianLineProps) {
  const t = useTexts()
  const wordsOf = useTermsWords(childrenOfFamily)
  const { firstName, lastName, pictureUrl, phone, permission, terms, byChurch } = guardian
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const { tone, text } = permissions[permission]
  return (
    <li>
      <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
      <div className="grow">
        <p className="strong">{name}</p>
        <p className="small muted">{phone ? <Phone value={groupPhone(phone)} /> : t('checkin.call.withoutPhone')}</p>
        <p className={classes['terms']}>
          {byChurch && <span>{t('checkin.grant.byChurch')}</span>}
          {wordsOf(terms).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      </div>
      <div className={classes['end']}>
        <Badge tone={tone}>{t(text)}</Badge>
        <Button size="sm" onClick={onChange} aria-label={t('checkin.grant.changeOf', { name })}>
          {t('checkin.grant.change')}
        </Button>
      </div>
    </li>
  )
}

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
