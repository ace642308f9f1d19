import { useQueries } from '@tanstack/react-query'
import { readPerson, type PersonDetail } from '#contract/people/persons.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { useState } from 'react'
import { mergePeople, UNDO_DAYS } from '#contract/people/changes.ts'
import { call } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { groupPhone } from '../../languages/phone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { usePeopleChange } from './use-people-change.ts'
import { failureText, hasCode } from '../failure-text.ts'
import { kindNames } from '../person-parts.tsx'
import { takeOf, valuesOf, type MergeField, type Take } from './merge-fields.ts'
import classes from '../form/choices.module.css'
import { Face } from '../../ui/marks/face.tsx'
import { nameOf, useBirthday, genderNames, maritalNames } from '../words.ts'

const fieldNames: Record<MergeField, TextId> = {
  firstName: 'people.export.firstName',
  lastName: 'people.export.lastName',
  picture: 'people.person.picture',
  phone: 'people.list.phone',
  email: 'people.list.email',
  kind: 'people.list.kind',
  gender: 'people.export.gender',
  maritalStatus: 'people.export.maritalStatus',
  birthday: 'people.export.birthday',
  address: 'people.export.address',
  joinedOn: 'people.list.joined',
}

/** What a person's field says, in words. */
function useSaid(): (person: PersonDetail, field: MergeField) => string {
  const t = useTexts()
  const format = useFormat()
  const birthday = useBirthday()
  return (person, field) => {
    if (field === 'birthday') return birthday(person)
    if (field === 'picture') return t('people.merge.pictureOf', { name: nameOf(person) })
    if (field === 'joinedOn') return format.day(person.joinedOn)
    if (field === 'kind') return t(kindNames[person.kind])
    if (field === 'gender') return person.gender ? t(genderNames[person.gender]) : ''
    if (field === 'maritalStatus') return person.maritalStatus ? t(maritalNames[person.maritalStatus]) : ''
    if (field === 'phone') return person.phone ? groupPhone(person.phone) : ''
    return person[field] ?? ''
  }
}

type FieldChoiceProps = {
  field: MergeField
  /** One for each value that there is. */
  people: readonly PersonDetail[]
  value: string
  onChange: (id: string) => void
}

/** Which of several values is kept. */
function FieldChoice({ field, people, value, onChange }: FieldChoiceProps) {
  const t = useTexts()
  const said = useSaid()
  const choices = people.map((person) => ({
    value: person.id,
    label: said(person, field),
    ...(field === 'picture' && {
      aside: <Face firstName={person.firstName} lastName={person.lastName} pictureUrl={person.pictureUrl} />,
    }),
  }))
  return <Choices shape="list" legend={t(fieldNames[field])} choices={choices} value={value} onChange={onChange} />
}

/** In the order in which they are asked. */
const fields: readonly MergeField[] = [
  'firstName',
  'lastName',
  'picture',
  'phone',
  'email',
  'kind',
  'gender',
  'maritalStatus',
  'birthday',
  'address',
  'joinedOn',
]

function useMerge(people: readonly PersonDetail[], differing: readonly MergeField[]) {
  const [keepId, setKeepId] = useState(people[0]?.id ?? '')
  const [chosen, setChosen] = useState<Take>({})
  return {
    keepId,
    keep: setKeepId,
    take: takeOf(people, { fields: differing, keepId, chosen }),
    choose: (field: MergeField, id: string) => setChosen((before) => ({ ...before, [field]: id })),
  }
}

type WhoProps = { people: readonly PersonDetail[]; value: string; onChange: (id: string) => void }

function WhoIsKept({ people, value, onChange }: WhoProps) {
  const t = useTexts()
  const format = useFormat()
  const choices = people.map((person) => ({
    value: person.id,
    label: nameOf(person),
    aside: person.phone ? (
      <Phone value={groupPhone(person.phone)} />
    ) : (
      t('people.merge.joined', { day: format.day(person.joinedOn) })
    ),
  }))
  return <Choices shape="list" legend={t('people.merge.who')} choices={choices} value={value} onChange={onChange} />
}

type MergeFormProps = {
  people: readonly PersonDetail[]
  onClose: () => void
  onDone: (keptId: string) => void
}

/** Who is kept, and whose value where they differ; what happens to the others stands below. */
function MergeForm({ people, onClose, onDone }: MergeFormProps) {
  const t = useTexts()
  const differing = fields.filter((field) => valuesOf(people, field).length > 1)
  const { keepId, keep, take, choose } = useMerge(people, differing)
  const act = usePeopleChange()
  const kept = people.find(({ id }) => id === keepId)
  const name = kept ? nameOf(kept) : ''
  const body = { keepId, mergeIds: people.flatMap(({ id }) => (id === keepId ? [] : [id])), take }
  const merge = () =>
    act.run(
      {
        run: (idempotencyKey) => call(mergePeople, { body }, { idempotencyKey }),
        means: body,
        done: (count) => t('people.merge.done', { count, name }),
      },
      {
        done: () => {
          onDone(keepId)
          onClose()
        },
      },
    )
  const failure = hasCode(act.failure, 'has_account') ? 'people.merge.twoSignIn' : failureText(act.failure)
  return (
    <form
      className={classes['around']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!act.busy) merge()
      }}
    >
      <WhoIsKept people={people} value={keepId} onChange={keep} />
      {differing.map((field) => (
        <FieldChoice
          key={field}
          field={field}
          people={valuesOf(people, field)}
          value={take[field] ?? ''}
          onChange={(id) => choose(field, id)}
        />
      ))}
      <p className="muted">{t('people.merge.text', { count: people.length - 1, name, days: UNDO_DAYS })}</p>
      <FormFoot note={act.failure && <Note tone="bad">{t(failure)}</Note>}>
        <Button onClick={onClose}>{t('people.acts.cancel')}</Button>
        <Button type="submit" kind="primary" busy={act.busy}>
          {t('people.merge.act')}
        </Button>
      </FormFoot>
    </form>
  )
}

type MergeDialogProps = { ids: readonly string[]; onClose: () => void; onDone: (keptId: string) => void }

/** Makes two to five people one: who is kept, and with which values. */
export function MergeDialog({ ids, onClose, onDone }: MergeDialogProps) {
  const t = useTexts()
  const loading = useQueries({ queries: ids.map((id) => read(readPerson, { params: { id } })) })
  const people = loading.flatMap(({ data }) => (data ? [data] : []))
  const failed = loading.find(({ error, data }) => error && !data)
  const retry = () => void Promise.all(loading.map(({ refetch }) => refetch()))
  return (
    <Dialog open onClose={onClose} title={t('people.merge.title', { count: ids.length })}>
      {failed && <Failed failure={failed.error} onRetry={retry} />}
      {!failed && people.length < ids.length && <Loading rows={ids.length} />}
      {people.length === ids.length && <MergeForm people={people} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}
