import { useState } from 'react'
import { mergePeople, UNDO_DAYS } from '#contract/people/acts.ts'
import type { PersonDetail } from '#contract/people/persons.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { groupPhone } from '../../lib/phone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { usePeopleAct } from '../acts/use-people-act.ts'
import { failureText, hasCode } from '../shared/failure-text.ts'
import { nameOf } from '../person-parts.tsx'
import { FieldChoice } from './field-choice.tsx'
import { takeOf, valuesOf, type MergeField, type Take } from './merge-fields.ts'
import classes from '../shared/choices.module.css'

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
export function MergeForm({ people, onClose, onDone }: MergeFormProps) {
  const t = useTexts()
  const differing = fields.filter((field) => valuesOf(people, field).length > 1)
  const { keepId, keep, take, choose } = useMerge(people, differing)
  const act = usePeopleAct()
  const kept = people.find(({ id }) => id === keepId)
  const name = kept ? nameOf(kept) : ''
  const body = { keepId, mergeIds: people.flatMap(({ id }) => (id === keepId ? [] : [id])), take }
  const merge = () =>
    act.mutate(
      {
        run: (idempotencyKey) => call(mergePeople, { body }, { idempotencyKey }),
        means: body,
        done: (count) => t('people.merge.done', { count, name }),
      },
      {
        onSuccess: () => {
          onDone(keepId)
          onClose()
        },
      },
    )
  const failure = hasCode(act.error, 'has_account') ? 'people.merge.twoSignIn' : failureText(act.error)
  return (
    <form
      className={classes['around']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!act.isPending) merge()
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
      <FormFoot note={act.error && <Note tone="bad">{t(failure)}</Note>}>
        <Button onClick={onClose}>{t('people.acts.cancel')}</Button>
        <Button type="submit" kind="primary" busy={act.isPending}>
          {t('people.merge.act')}
        </Button>
      </FormFoot>
    </form>
  )
}
