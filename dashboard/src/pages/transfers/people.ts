/** Names of members by their id. */
import { useRead } from '@/api/hooks.ts';
import { useSession } from '@/app/session.ts';
import { straight } from '@/lib/format.ts';

/** Answers the id itself for who is no member any more. */
export function useMemberNames(): (memberId: string) => string {
  const { member } = useSession();
  const { data } = useRead('listMembers', {});
  return (memberId) => {
    if (memberId === member.memberId) return 'You';
    const known = data?.data.find((each) => each.memberId === memberId);
    return straight(known?.name ?? known?.email ?? memberId);
  };
}
