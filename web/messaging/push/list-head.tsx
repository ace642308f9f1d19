import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { MenuLink, MoreMenu } from '../../ui/data-table/index.ts'
import type { DeletingWords } from '../lists/use-deleting.tsx'
import { IconBellRinging, IconCake, IconClock, IconSend } from '../../ui/icons.ts'

/** The way to the other list, and to writing one. */
export function ListActions() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  return (
    <>
      <MoreMenu label={t('messaging.pushList.more')} text={t('messaging.pushList.more')}>
        <MenuLink to={paths.sentPush} icon={IconBellRinging}>
          {t('messaging.pushList.sent')}
        </MenuLink>
        <MenuLink to={paths.scheduledPush} icon={IconClock}>
          {t('messaging.pushList.scheduled')}
        </MenuLink>
        <MenuLink to={paths.occasions} icon={IconCake}>
          {t('messaging.occasions.title')}
        </MenuLink>
      </MoreMenu>
      {canSend && (
        <ButtonLink to={paths.sendPush} kind="primary" icon={IconSend}>
          {t('messaging.pushList.send')}
        </ButtonLink>
      )}
    </>
  )
}

export const deletingWords: DeletingWords = {
  deleted: 'messaging.pushList.deleted',
  failed: 'messaging.pushList.deleteFailed',
  someFailed: 'messaging.pushList.deleteSomeFailed',
}
