package verb

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/fuzz/campaign"
	"github.com/tuffy-ir/tuffy/fuzz/campaign/web"
)

// fuzzServe is the verb that shows a campaign's folder as the page that run shows, without running it. It only
// reads, so a campaign may be running there.
func fuzzServe() *cobra.Command {
	// Port 0 by default: the page of a finished campaign is opened by hand, and any number of them at a time.
	var listen string
	// The command needs neither the campaign's lock nor the right to write to its folder.
	c := &cobra.Command{
		Use:   "serve DIR",
		Short: "Show a campaign as a web page, also a finished one, without running it",
		Args:  oneFolder,

		ValidArgsFunction: folders,
		RunE: func(c *cobra.Command, args []string) (err error) {
			if err := isAddress(listen); err != nil {
				return err
			}
			// The folder comes first: no port is opened for one that cannot be read.
			v, err := campaign.OpenViewer(args[0])
			if err != nil {
				return badInput{err}
			}
			defer func() { err = errors.Join(err, v.Close()) }()
			l, err := listenAt(listen)
			if err != nil {
				return badInput{err}
			}
			ctx, stop := interruptible(c)
			defer stop()
			page := startPage(l, web.Server(web.Handler(v.Registry(), v, v.Title()), listen))
			fmt.Fprintf(c.ErrOrStderr(), "page: http://%s/ (Ctrl-C ends it)\n", l.Addr())
			<-ctx.Done()
			return page.Close()
		},
	}
	c.Flags().StringVar(&listen, "listen", "localhost:0", "serve the page at this `address`; port 0 is any free one")
	exits(c, "0 the page was served until Ctrl-C")
	return c
}
