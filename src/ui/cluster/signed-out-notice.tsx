import { useState } from 'react';
import type { ClusterStatus } from '#domain/console';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Shown when a session has ended: the sign-in form is over the screen, which stays below as it was. */
export function SignedOutNotice({ status }: { readonly status: ClusterStatus }) {
  const [isAsking, setIsAsking] = useState(true);
  return (
    <>
      <Banner
        kind="warning"
        title={`You are no longer signed in to ${status.label}`}
        actions={
          <Button size="small" variant="primary" onPress={() => setIsAsking(true)}>
            Sign in
          </Button>
        }
      >
        Showing the last loaded data. Your input is kept.
      </Banner>
      {isAsking && (
        <Modal size="small" title={`Sign in to ${status.label} again`} onClose={() => setIsAsking(false)}>
          <SignInForm status={status} isAgain />
        </Modal>
      )}
    </>
  );
}
