import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { assignmentProblem, assignmentsIn } from './assignments';
import { noSuchChannel } from './channel-actions';
import { flag, needed, optional, repeated, unserved, whole } from './parameters';

const channelParameter = needed('Channel', 'The channel, by name or id.');
const defaultDigit = 100;
const longestDigit = 60_000;

/** What a channel is told or sends. */
export const callControlActions = [
  action('PlayDTMF', 'Sends a digit to the far end of a channel.', {
    classes: ['call'],
    parameters: {
      channel: channelParameter,
      digit: needed('Digit', 'One of 0-9, A-D, * and #.'),
      duration: whole('Duration', 'Milliseconds; 100 when it is not given.'),
      isReceived: flag('Receive', 'The digit counts as one that the far end has sent.'),
    },
    answer: 'Nothing more.',
    run: ({ channel: name, digit, duration = defaultDigit, isReceived }, { services }) => {
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      if (!/^[0-9A-D*#]$/i.test(digit)) return failure('Digit must be one of 0-9, A-D, * and #');
      if (duration > longestDigit) return failure(`Duration must be at most ${longestDigit}`);
      if (isReceived) channel.receive({ type: 'digit', digit: digit.toUpperCase(), milliseconds: duration });
      else services.playDigit(channel, digit, duration);
      return success('DTMF successfully queued');
    },
  }),
  action('SendText', 'Sends a text to the far end of a channel.', {
    classes: ['call'],
    parameters: {
      channel: channelParameter,
      message: needed('Message', 'The text.'),
      contentType: unserved('Content-Type', 'texts are sent as text/plain', ['text/plain']),
    },
    answer: 'Nothing more.',
    run: ({ channel: name, message: text }, { services }) => {
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      if (channel.line.carriesText === undefined)
        return failure(`Channels of the technology ${channel.endpoint.technology} carry no texts`);
      channel.line.send({ type: 'text', text });
      return success();
    },
  }),
  action('AbsoluteTimeout', 'Ends a channel after some time, or takes that back.', {
    classes: ['system', 'call'],
    parameters: {
      channel: channelParameter,
      timeout: whole('Timeout', 'Seconds from now; 0 for no limit.'),
    },
    answer: 'Nothing more.',
    run: ({ channel: name, timeout }, { services }) => {
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      if (timeout === undefined) return failure('Timeout not specified');
      const written = services.variables.write(channel, { name: 'TIMEOUT(absolute)', value: String(timeout) });
      return written.outcome === 'written' ? success('Timeout Set') : failure('The module func_timeout is not loaded');
    },
  }),
  action('MessageSend', 'Sends a text that belongs to no call.', {
    classes: ['message'],
    parameters: {
      to: needed('To', 'Where to, with the technology in front: `pjsip:alice`.'),
      from: optional('From', 'Who sends it.'),
      body: optional('Body', 'The text.'),
      encoded: optional('Base64Body', 'The text in base64, instead of Body.'),
      destination: unserved('Destination', 'To names the destination'),
      variables: repeated('Variable', 'Header fields to send with it: `name=value`; several are separated by commas.'),
    },
    answer: 'Nothing more.',
    run: async ({ to, from, body, encoded, variables }, { services }) => {
      if (body !== '' && encoded !== '') return failure('Body and Base64Body exclude each other');
      const problem = assignmentProblem(variables);
      if (problem !== undefined) return failure(problem);
      const text = encoded === '' ? body : Buffer.from(encoded, 'base64').toString('utf8');
      const result = await services.messaging.send({
        to,
        from,
        body: text,
        variables: new Map(variables.flatMap(assignmentsIn)),
      });
      switch (result.outcome) {
        case 'taken':
          return success('Message successfully sent');
        case 'refused':
        case 'invalid':
          return failure(`Message failed to send: ${result.reason}`);
        case 'no-technology':
          return failure(`There is no technology '${result.technology}' that carries messages`);
      }
    },
  }),
];
