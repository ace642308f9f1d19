import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { MenuLink, MoreMenu } from '../../ui/data-table/index.ts'
import { IconClock, IconFileText, IconMail, IconSend } from '../../ui/icons.ts'
import type { DeletingWords } from '../lists/use-deleting.tsx'

/** The way to the other lists, and to writing one. */
export function ListActions() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  return (
    <>
      <MoreMenu label={t('messaging.emailList.more')} text={t('messaging.emailList.more')}>
        <MenuLink to={paths.sentEmails} icon={IconSend}>
          {t('messaging.emailList.sent')}
        </MenuLink>
        <MenuLink to={paths.draftEmails} icon={IconFileText}>
          {t('messaging.emailList.draft')}
        </MenuLink>
        <MenuLink to={paths.scheduledEmails} icon={IconClock}>
          {t('messaging.emailList.scheduled')}
        </MenuLink>
      </MoreMenu>
      {canSend && (
        <ButtonLink to={paths.composeEmail} kind="primary" icon={IconMail}>
          {t('messaging.emailList.send')}
        </ButtonLink>
      )}
    </>
  )
}

export const deletingWords: DeletingWords = {
  deleted: 'messaging.emailList.deleted',
  failed: 'messaging.emailList.deleteFailed',
  someFailed: 'messaging.emailList.deleteSomeFailed',
}
