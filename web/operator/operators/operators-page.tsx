import { useState } from 'react'
import type { OperatorRow } from '#contract/operator/session.ts'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { IconMail, IconPlus, IconTrash } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './operators.module.css'
import { useInviteOperator, useOperators, useRemoveOperator } from './queries.ts'

function Standing({ operator: { isInvited, hasSecondFactor } }: { operator: OperatorRow }) {
  const t = useTexts()
  if (isInvited) return <Badge tone="warn">{t('operator.operators.invited')}</Badge>
  if (hasSecondFactor) return <Badge tone="ok">{t('operator.operators.factor')}</Badge>
  return <Badge>{t('operator.operators.noFactor')}</Badge>
}

function Acts({ operator, onRemove }: { operator: OperatorRow; onRemove: () => void }) {
  const t = useTexts()
  const invite = useInviteOperator()
  const { name, email, isInvited } = operator
  const again = () =>
    invite.mutate(
      { name, email },
      {
        onSuccess: () => toast.ok(t('operator.operators.sent', { email }), { text: t('operator.operators.sentText') }),
        onError: () => toast.bad(t('operator.operators.notSent')),
      },
    )
  return (
    <MoreMenu label={t('ui.table.more', { name })}>
      {isInvited && (
        <MenuItem icon={IconMail} onPick={again}>
          {t('operator.operators.again')}
        </MenuItem>
      )}
      <MenuItem icon={IconTrash} isDanger onPick={onRemove}>
        {t('operator.operators.remove')}
      </MenuItem>
    </MoreMenu>
  )
}

function Line({ operator, onRemove }: { operator: OperatorRow; onRemove: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { name, email, isYou, createdAt } = operator
  const day = format.day(calendarDay(new Date(createdAt), format.timeZone))
  return (
    <li className={classes['line']}>
      <Face firstName={name} size="m" />
      <span className="grow">
        <span className="strong">{isYou ? t('operator.operators.you', { name }) : name}</span>
        <span className={classes['mail']}>{email}</span>
        <span className="small muted num">{t('operator.operators.since', { day })}</span>
      </span>
      <Standing operator={operator} />
      <span className={classes['acts']}>{!isYou && <Acts operator={operator} onRemove={onRemove} />}</span>
    </li>
  )
}

function RemoveDialog({ operator: { id, name }, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = useTexts()
  const remove = useRemoveOperator()
  const send = async () => {
    await remove.mutateAsync(id)
    onClose()
    toast.ok(t('operator.operators.removed', { name }))
  }
  return (
    <FormDialog
      title={t('operator.operators.removeTitle', { name })}
      submit={t('operator.operators.remove')}
      isDanger
      onSend={send}
      onClose={onClose}
    >
      <p>{t('operator.operators.removeText')}</p>
    </FormDialog>
  )
}

/** Who runs the installation. */
export function OperatorsPage() {
  const t = useTexts()
  const { data, error, refetch } = useOperators()
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<OperatorRow | null>(null)
  const invite = (
    <Button kind="primary" icon={IconPlus} onClick={() => setInviting(true)}>
      {t('operator.operators.invite')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('operator.nav.operators')} actions={invite}>
        {t('operator.operators.line')}
      </PageHeader>
      <Card padded={false} label={t('operator.nav.operators')}>
        {data ? (
          <ul>
            {data.map((operator) => (
              <Line key={operator.id} operator={operator} onRemove={() => setLeaving(operator)} />
            ))}
          </ul>
        ) : error ? (
          <Failed failure={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={2} />
        )}
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {leaving && <RemoveDialog operator={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
