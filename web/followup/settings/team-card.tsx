import { useState } from 'react'
import { readMyDay, readTeam, removeAbsence, setDeputy, type FollowupTeam } from '#contract/followup/day.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconCalendarOff, IconTrash } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText, nameOf } from '../words.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import classes from './settings.module.css'

type Member = FollowupTeam['members'][number]
type MemberProps = { member: Member; others: readonly Member[]; mayChange: boolean }

function DeputySelect({ member, others, mayChange }: MemberProps) {
  const t = useTexts()
  const set = useCall(
    (deputyId: string) => call(setDeputy, { params: { id: member.id }, body: { deputyId: deputyId || null } }),
    {
      refreshes: [readMyDay],
      fills: read(readTeam, {}),
      done: () => void toast.ok(t('followup.hub.saved')),
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
  return (
    <SelectField
      label={t('followup.settings.deputy')}
      value={set.sent ?? member.deputyId ?? ''}
      disabled={!mayChange}
      onChange={({ currentTarget }) => set.run(currentTarget.value)}
    >
      <option value="">{t('followup.settings.noDeputy')}</option>
      {others.map((other) => (
        <option key={other.id} value={other.id}>
          {nameOf(other)}
        </option>
      ))}
    </SelectField>
  )
}

function Absences({ member, others, mayChange }: MemberProps) {
  const t = useTexts()
  const format = useFormat()
  const remove = useCall((id: string) => call(removeAbsence, { params: { id } }), {
    refreshes: [readMyDay],
    fills: read(readTeam, {}),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  return (
    <ul className={classes['absences']}>
      {member.absences.map(({ id, fromDay, untilDay, deputyId }) => {
        const deputy = others.find((other) => other.id === deputyId)
        const days = t('followup.settings.days', { from: format.day(fromDay), until: format.day(untilDay) })
        return (
          <li key={id}>
            <span>
              {t('followup.settings.away', { days })}{' '}
              {deputy && <span className="muted">{t('followup.settings.standsIn', { name: nameOf(deputy) })}</span>}
            </span>
            {mayChange && (
              <IconButton
                small
                icon={IconTrash}
                label={t('followup.settings.removeAbsence', { name: nameOf(member), days })}
                onClick={() => remove.run(id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function MemberRow(props: MemberProps) {
  const t = useTexts()
  const [isAdding, setAdding] = useState(false)
  const { member, others, mayChange } = props
  return (
    <li>
      <Face firstName={member.firstName} lastName={member.lastName} />
      <div>
        <strong>{nameOf(member)}</strong>
        <div className="small muted">{t('followup.settings.people', { count: member.people })}</div>
        <Absences {...props} />
      </div>
      <DeputySelect {...props} />
      {mayChange ? (
        <Button
          icon={IconCalendarOff}
          aria-label={t('followup.settings.addAbsenceOf', { name: nameOf(member) })}
          onClick={() => setAdding(true)}
        >
          {t('followup.settings.addAbsence')}
        </Button>
      ) : (
        <span />
      )}
      {isAdding && <AbsenceDialog {...{ member, others }} onClose={() => setAdding(false)} />}
    </li>
  )
}

/** Who follows people up, who is away and who stands in. Everybody changes their own; owners of the church all. */
export function TeamCard({ team: { members, inPool }, mayChange }: { team: FollowupTeam; mayChange: boolean }) {
  const t = useTexts()
  const pool = <span className="small muted">{t('followup.settings.inPool', { count: inPool })}</span>
  return (
    <Card title={t('followup.settings.team')} aside={pool} padded={false}>
      <ul className={classes['team']}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            others={members.filter(({ id }) => id !== member.id)}
            mayChange={mayChange || member.isMe}
          />
        ))}
      </ul>
    </Card>
  )
}
