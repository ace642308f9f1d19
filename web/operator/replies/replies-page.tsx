import { useState } from 'react'
import type { UnclaimedReply } from '#contract/operator/unclaimed-replies.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { useRemove, useUnclaimed } from './queries.ts'
import classes from './replies.module.css'

type OneProps = { reply: UnclaimedReply }

function RemoveDialog({ reply, onClose }: OneProps & { onClose: () => void }) {
  const t = useTexts()
  const remove = useRemove(reply)
  const send = async () => {
    await remove.send(undefined)
    toast.ok(t('operator.replies.removed'))
    onClose()
  }
  return (
    <FormDialog
      title={t('operator.replies.removeTitle')}
      submit={t('operator.replies.remove')}
      isDanger
      onSend={send}
      onClose={onClose}
      failureWords={{ not_found: 'operator.replies.gone' }}
    >
      <blockquote className={classes['text']} dir="auto">
        {reply.text}
      </blockquote>
      <p className="muted">{t('operator.replies.removeText')}</p>
    </FormDialog>
  )
}

/** One reply: who wrote what to which name, and why nobody has it. */
function Line({ reply }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const [open, setOpen] = useState<'assign' | 'remove' | null>(null)
  const { phone, sender, text, at, churches } = reply
  const close = () => setOpen(null)
  return (
    <li className={classes['line']}>
      <div className={classes['what']}>
        <h2 className="strong">
          <Phone value={groupPhone(phone)} />
        </h2>
        <p className={classes['text']} dir="auto">
          {text}
        </p>
        <span className="small muted num">
          {t('operator.replies.to', { sender, when: format.lately(at) })}
          {' · '}
          {churches.length === 0
            ? t('operator.replies.nobody')
            : t('operator.replies.several', { count: churches.length })}
        </span>
      </div>
      <div className={classes['acts']}>
        <Button size="sm" onClick={() => setOpen('assign')}>
          {t('operator.replies.assign')}
        </Button>
        <Button size="sm" kind="quiet" onClick={() => setOpen('remove')}>
          {t('operator.replies.remove')}
        </Button>
      </div>
      {open === 'assign' && <AssignDialog reply={reply} onClose={close} />}
      {open === 'remove' && <RemoveDialog reply={reply} onClose={close} />}
    </li>
  )
}

/** SMS that no church could be found for: an operator knows whose they are, or removes them. */
export function UnclaimedRepliesPage() {
  const t = useTexts()
  const list = useUnclaimed()
  const isEmpty = !list.isLoading && !list.failure && list.rows.length === 0
  return (
    <>
      <PageHeader title={t('operator.nav.replies')}>{t('operator.replies.line')}</PageHeader>
      <Card padded={false} label={t('operator.nav.replies')}>
        {list.isLoading && <Loading />}
        {!list.isLoading && list.failure && <Failed failure={list.failure} onRetry={list.retry} />}
        {isEmpty && (
          <Empty title={t('operator.replies.emptyTitle')} picture="letter">
            {t('operator.replies.emptyText')}
          </Empty>
        )}
        {list.rows.length > 0 && (
          <ul>
            {list.rows.map((reply) => (
              <Line key={reply.id} reply={reply} />
            ))}
          </ul>
        )}
        {list.hasMore && (
          <div className={classes['more']}>
            <Button size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
              {t('operator.replies.more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
