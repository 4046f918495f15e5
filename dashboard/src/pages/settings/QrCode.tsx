import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';

const size = 196;

/** Drawn when it is needed: what draws it is loaded then. Black on white in both schemes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void import('qrcode').then(({ toString }) => toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })).then((svg) => {
      if (wanted) setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`);
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  return picture === null ? <Skeleton w={size} h={size} /> : <img src={picture} alt={label} width={size} height={size} style={{ borderRadius: 6, background: '#fff' }} />;
}
