// Plays games of AI Block Battle on the contest's engine, whose classes have to be on the
// class path, and prints the results. Seats change from game to game.
//
//     java -cp CLASSES:. Match GAMES FOLDER "COMMAND A" "COMMAND B"
//
// FOLDER gets the input and output of each bot, one file per bot and game; "-" keeps nothing.

import com.theaigames.blockbattle.Blockbattle;
import com.theaigames.engine.io.IOPlayer;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class Match extends Blockbattle {
    @Override
    public void finish() {
        for (IOPlayer player : engine.getPlayers()) {
            player.finish();
        }
    }

    /** Returns the number in the last line of a dump with this beginning. */
    static int last(String dump, String beginning) {
        int at = dump.lastIndexOf("\n" + beginning);
        if (at < 0) {
            return 0;
        }
        int from = at + 1 + beginning.length();
        return Integer.parseInt(dump.substring(from, dump.indexOf('\n', from)).trim());
    }

    static int count(String dump, String words) {
        return dump.split(words, -1).length - 1;
    }

    public static void main(String[] args) throws Exception {
        int games = Integer.parseInt(args[0]);
        PrintStream out = System.out;
        // The engine talks on stdout.
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        int[] wins = new int[2];
        int[] points = new int[2];
        int[] warnings = new int[2];
        int[] late = new int[2];
        int rounds = 0;
        for (int game = 0; game < games; game++) {
            int first = game % 2;
            Match match = new Match();
            match.setupEngine(new String[] {args[2 + first], args[3 - first]});
            match.runEngine();
            List<IOPlayer> players = match.engine.getPlayers();
            String winner = "nobody";
            for (int seat = 0; seat < 2; seat++) {
                int bot = seat == 0 ? first : 1 - first;
                String name = "player" + (seat + 1);
                String dump = players.get(seat).getDump();
                points[bot] += last(dump, "update " + name + " row_points ");
                warnings[bot] += count(dump, "Engine warning");
                late[bot] += count(dump, "Response timed out");
                if (match.processor.getWinner() != null
                        && match.processor.getWinner().getName().equals(name)) {
                    wins[bot]++;
                    winner = bot == 0 ? "A" : "B";
                }
                if (!args[1].equals("-")) {
                    Path file = Path.of(args[1], "game" + game + "-" + name + ".txt");
                    Files.writeString(file, dump);
                    String errors = players.get(seat).getStderr();
                    Files.writeString(Path.of(file + ".err"), errors == null ? "" : errors);
                }
            }
            rounds += match.processor.getRoundNumber();
            out.printf("game %d: %d rounds, won by %s%n", game, match.processor.getRoundNumber(), winner);
        }
        out.printf("%d games: A won %d, B won %d, %d drawn; %.1f rounds a game%n", games, wins[0],
                wins[1], games - wins[0] - wins[1], rounds / (double) games);
        for (int bot = 0; bot < 2; bot++) {
            out.printf("%s: %.3f points a round, %d warnings, %d time-outs%n", bot == 0 ? "A" : "B",
                    points[bot] / (double) rounds, warnings[bot], late[bot]);
        }
        System.exit(0);
    }
}
