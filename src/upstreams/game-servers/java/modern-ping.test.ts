import { describe, expect, it } from 'vitest';
import { legacyRequest } from './legacy-ping.ts';
import { pingRequest, statusRequest, takePong, takeStatus } from './modern-ping.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('the modern ping', () => {
  it('follows the protocol’s description', () => {
    expect(statusRequest({ host: 'localhost', port: 25_565 })).toEqual(
      hex('10 00 8906 09 6c6f63616c686f7374 63dd 01 01 00'),
    );
  });

  it('pings with eight bytes', () => {
    expect(pingRequest(258n)).toEqual(hex('09 01 0000000000000102'));
    expect(takePong(hex('09 01 0000000000000102 ff'))).toEqual({ value: 258n, length: 10 });
  });

  it('reads a status from the start of the buffer as soon as it is complete', () => {
    const status = hex('05 00 03 6b6579');
    expect(takeStatus(Buffer.concat([status, hex('09 01')]))).toEqual({ value: 'key', length: 6 });
    for (let length = 0; length < status.length; length++) {
      expect(takeStatus(status.subarray(0, length))).toBeNull();
    }
  });

  it.each([
    ['another packet', '05 01 03 6b6579'],
    ['a string that is longer than its packet', '05 00 09 6b6579'],
    ['an empty packet', '00'],
    ['a packet of negative length', 'ffffffff0f 00'],
    ['a packet of more than is listened to', '818010 00'],
    ['a length that never ends', 'ffffffffffff'],
  ])('refuses %s', (_name, bytes) => {
    expect(() => takeStatus(hex(bytes))).toThrow(
      expect.objectContaining({ kind: 'invalid-response' }),
    );
  });
});

describe('the legacy ping', () => {
  it('follows the protocol’s description', () => {
    expect(legacyRequest({ host: 'ab', port: 25_565 })).toEqual(
      hex(
        'fe 01 fa 000b 004d0043007c00500069006e00670048006f00730074 000b 4e 0002 00610062 000063dd',
      ),
    );
  });
});
